enum PlaceholderScheduler {}
