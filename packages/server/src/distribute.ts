import { ending } from './ending.ts'
import { distribute } from './platform/postgres/distribute.ts'

const usage = `npm run distribute -- --to postgres://postgres:…@coordinator/forecourt

Spreads the database at this address, empty or filled, over the machines of its Citus cluster, by the company. No server may be running on
it. Called again, it goes on where it was cut short, and makes machines ready that were added since.`

async function command(): Promise<number> {
  const [flag, url, ...more] = process.argv.slice(2)
  if (flag !== '--to' || !url || more.length > 0) {
    console.error(usage)
    return 2
  }
  console.log(`${await distribute(url)} tables are spread by the company. Start Forecourt with this address as DATABASE_URL.`)
  return 0
}

process.exitCode = await ending(command)
