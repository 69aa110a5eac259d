"""What the operating system gives: the clock."""
