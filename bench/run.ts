import { openCounty } from './county.ts'
import { start } from './home.ts'
import { imports, PACKAGE } from './import.ts'
import { flatnessOf, lists, listsOver } from './list.ts'
import { judge, sizesOf } from './measure.ts'
import { flatPlans } from './plans.ts'
import { tiles } from './tile.ts'

// Every benchmark in one process, for the sizes of the command line; see README.md.
const sizes = sizesOf(process.argv.slice(2)),
  over: string[] = []
for (const parcels of sizes) {
  const b = await openCounty(parcels)
  over.push(...(await start(b, parcels)).map((name) => `${name} (${parcels})`))
  over.push(...[...listsOver(await lists(b, parcels)), ...(await tiles(b, parcels))].map((name) => `${name} (${parcels})`))
  await b.close()
}
if (sizes.length === 2) over.push(...(await flatnessOf(sizes)), ...(await flatPlans(sizes)))
// the limit of the import runs on a server only: ogr2ogr cannot reach the embedded engine
if (process.env.DATABASE_URL) over.push(...(await imports(PACKAGE)))
judge(over)
