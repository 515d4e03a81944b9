enum PlaceholderLoop {}
