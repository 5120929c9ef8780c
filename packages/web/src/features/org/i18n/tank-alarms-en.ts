export default {
  tankAlarms: 'Tank alarms',
  tankAlarms_highPercent: 'High level, full from',
  tankAlarms_stopPercent: 'Stop unloading, full from',
  tankAlarms_silentMinutes: 'Gauge silent for (0: not watched)',
  tankAlarms_escalateMinutes: 'Not acknowledged: write to the next step after',
  tankAlarms_turnsMost: 'At most',
  times: 'turns',
  minutes: 'minutes',
  leakControl: 'Leak control',
  leakControl_meterMl: 'Pump meters, off in 20 litres by at most (±)',
  ml: 'mL',
}
