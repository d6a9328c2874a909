"""What was asked of the speed, the memory and the payload, each measured against a named peer on the machine at hand."""
