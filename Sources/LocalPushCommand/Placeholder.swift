enum PlaceholderCommand {}
