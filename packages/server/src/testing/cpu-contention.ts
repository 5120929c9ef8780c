/** So much work is done to find out. */
const workMs = 200

/**
 * How many times longer than its work something takes here and now, because others are at work on the machine too; 1 where nobody is.
 * What a guarantee allows it allows on a machine that has nothing else to do.
 */
export function cpuContention(): number {
  const begun = performance.now()
  const before = process.threadCpuUsage()
  for (let worked = 0; worked < workMs; ) {
    const { user, system } = process.threadCpuUsage(before)
    worked = (user + system) / 1000
  }
  return Math.max(1, (performance.now() - begun) / workMs)
}
