enum PlaceholderModel {}
