import { openCounty } from './county.ts'
import { plans } from './plans.ts'
import { tiles } from './tile.ts'
const b = await openCounty(20000)
console.log(await plans(b, 20000))
console.log(await tiles(b, 20000))
await b.close()
