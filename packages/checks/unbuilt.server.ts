/** Command: prints the checks of data format §9 that are not built, one a line: node tools/run.mjs packages/checks/unbuilt.server.ts */
import { ruleIds, ruleText } from './limits.ts'
import { BUILT } from './rules.ts'

/** Group J compares the package with the running base: J01 and J07 in ../hjb/analyse.server.ts, the others, of an increment, in ../write/increment.ts. */
const ON_THE_BASE: readonly string[] = ['J01', 'J07', 'J02', 'J03', 'J04', 'J05', 'J06']

for (const id of ruleIds) {
  if (!BUILT.includes(id) && !ON_THE_BASE.includes(id)) process.stdout.write(`${id} ${ruleText(id).en}\n`)
}
