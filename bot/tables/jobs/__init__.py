"""What happens without a press: the scheduler, reminders, recovery and housekeeping."""
