/** Stirling's series of the logarithm of the gamma function; small arguments are brought up to where it is exact to fourteen digits. */
function logGamma(value: number): number {
  let [x, shifted] = [value, 0]
  for (; x < 10; x++) shifted -= Math.log(x)
  const square = 1 / (x * x)
  const series = (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188)))) / x
  return shifted + (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series
}

/** The regularised incomplete beta function, by its continued fraction (Lentz). */
function beta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  // The fraction converges fast on one side of the mean; the other side is its mirror.
  if (x > (a + 1) / (a + b + 2)) return 1 - beta(1 - x, b, a)
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x)) / a
  const tiny = 1e-300
  let [c, d, fraction] = [1, 0, 1]
  for (let step = 0; step <= 400; step++) {
    const m = step >> 1
    const term =
      step === 0
        ? 1
        : step % 2 === 0
          ? (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
          : (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / (1 + term * d || tiny)
    c = 1 + term / c || tiny
    fraction *= c * d
    if (step > 0 && Math.abs(1 - c * d) < 1e-15) break
  }
  return front * (fraction - 1)
}

/** How likely Student's t of so many degrees of freedom is at most this. */
export function studentCdf(t: number, degrees: number): number {
  const tail = beta(degrees / (degrees + t * t), degrees / 2, 0.5) / 2
  return t > 0 ? 1 - tail : tail
}

/** The value that Student's t stays below with this probability: 1.8331 for 0.95 and 9 degrees. */
export function studentQuantile(probability: number, degrees: number): number {
  if (probability < 0.5) return -studentQuantile(1 - probability, degrees)
  let [low, high] = [0, 1]
  while (studentCdf(high, degrees) < probability) high *= 2
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (studentCdf(middle, degrees) < probability) low = middle
    else high = middle
  }
  return (low + high) / 2
}
