const browsers: [RegExp, string][] = [
  [/Edg\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/Chrome\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

/** What a client says of itself, in words a person knows: `Chrome 142 · Windows`. Other programs keep their own words. */
export function clientName(given: string): string {
  const browser = browsers.find(([pattern]) => pattern.test(given))
  if (!browser) return given
  const system = systems.find(([pattern]) => pattern.test(given))?.[1]
  return [`${browser[1]} ${browser[0].exec(given)![1]}`, system].filter(Boolean).join(' · ')
}
