"""What the folder `reports/` holds."""
