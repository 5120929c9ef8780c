import { weights } from './web-weight.ts'

/** `npm run bench:web`: what the web weighs, and how far that is from the goal. It measures the build that stands. */
const goals = { shell: 240, start: 240, home: 20, login: 45, list: 190 }
const { pages, ...whole } = weights()
for (const [name, goal] of Object.entries(goals)) {
  const weight = whole[name as keyof typeof goals]
  const rest = weight - goal
  console.log(
    `${name.padEnd(7)} ${weight.toFixed(1).padStart(7)} kB   goal ${goal} kB   ${rest > 0 ? `${rest.toFixed(1)} kB to go` : 'reached'}`,
  )
}
console.log('\nthe heaviest pages, what is theirs alone (goal 8 kB):')
for (const { name, own } of pages.toSorted((one, other) => other.own - one.own).slice(0, 10)) {
  console.log(`${name.padEnd(28)} ${own.toFixed(1).padStart(5)} kB`)
}
