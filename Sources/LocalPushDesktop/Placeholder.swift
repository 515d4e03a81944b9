enum PlaceholderDesktop {}
