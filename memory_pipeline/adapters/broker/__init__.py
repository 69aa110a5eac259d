"""The task broker through kombu: names of the queues, and the hint that an event waits. Knows no Celery."""
