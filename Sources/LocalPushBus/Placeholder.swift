enum PlaceholderBus {}
