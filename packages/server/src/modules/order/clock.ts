const minute = 60_000
/** How far a device's clock may be off and still date its sales. */
const driftMaxMs = 2 * minute
/** Devices keep what they could not send for a month. */
const lateMaxMs = 31 * 24 * 60 * minute

export interface DeviceClock {
  /** By how much it was ahead when last compared; null when it never was. */
  readonly offsetMs: number | null
}
export interface DatedSale {
  readonly createdDate: Date
  readonly beganDate: Date
  readonly deviceDate: Date | null
}

/**
 * When a sale took place. The device's clock says so, as long as it agreed with ours when last compared, and what it says lies within
 * the last month; else the moment is ours, what it said is kept, and the order is marked.
 * @source decisions.md O4
 */
export function datedBy(
  clock: DeviceClock,
  now: Date,
  said: { createdDate?: string | undefined; beganDate?: string | undefined },
): DatedSale {
  if (said.createdDate === undefined) return { createdDate: now, beganDate: beganBy(said.beganDate, now), deviceDate: null }
  const device = new Date(said.createdDate)
  const agrees = Math.abs(clock.offsetMs ?? 0) <= driftMaxMs
  const ahead = device.getTime() - now.getTime()
  if (!agrees || ahead > driftMaxMs || ahead < -lateMaxMs) return { createdDate: now, beganDate: now, deviceDate: device }
  const createdDate = ahead > 0 ? now : device
  return { createdDate, beganDate: beganBy(said.beganDate, createdDate), deviceDate: null }
}

/** A fuelling begins before its sale, on the same day's shift at most. */
function beganBy(said: string | undefined, createdDate: Date): Date {
  const began = said === undefined ? createdDate : new Date(said)
  const lasted = createdDate.getTime() - began.getTime()
  return lasted >= 0 && lasted <= 24 * 60 * minute ? began : createdDate
}
