enum PlaceholderTime {}
