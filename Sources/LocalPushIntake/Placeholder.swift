enum PlaceholderIntake {}
