enum PlaceholderDaemon {}
