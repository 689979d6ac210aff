/** Command: prints the checks of data format §9 that are not built here, one a line. Group J compares with the running base and is built there. */
import { ruleIds, ruleText } from './limits.ts'
import { BUILT } from './rules.ts'

for (const id of ruleIds) {
  if (!BUILT.includes(id) && !id.startsWith('J')) process.stdout.write(`${id} ${ruleText(id)}\n`)
}
