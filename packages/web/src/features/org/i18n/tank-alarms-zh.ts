export default {
  tankAlarms: '油罐报警',
  tankAlarms_highPercent: '高液位，油量达到',
  tankAlarms_stopPercent: '停止卸油，油量达到',
  tankAlarms_silentMinutes: '液位仪无数据超过（0 为不监测）',
  tankAlarms_escalateMinutes: '无人确认时，通知下一步之前等待',
  tankAlarms_turnsMost: '最多通知',
  times: '次',
  minutes: '分钟',
  leakControl: '渗漏监测',
  leakControl_meterMl: '加油机每 20 升误差不超过（±）',
  ml: '毫升',
}
