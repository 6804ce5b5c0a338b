"""The picture of what a viewer sees."""
