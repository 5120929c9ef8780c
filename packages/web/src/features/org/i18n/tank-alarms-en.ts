export default {
  tankAlarms: 'Tank alarms',
  tankAlarms_highPercent: 'High level, full from',
  tankAlarms_stopPercent: 'Stop unloading, full from',
  tankAlarms_silentMinutes: 'Gauge silent for (0: not watched)',
  minutes: 'minutes',
}
