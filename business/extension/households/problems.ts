import type { Text } from '../../../kit/model/lang.ts'
import { problem } from '../../../kit/model/problem.ts'

/** What may go wrong with households of the extension campaign beyond their fields. */
export const extensionProblems = {
  noHousehold: problem<{ cbfbm: string }>(404, 'extension-none', (d) => ({
    zh: `延包名单中没有农户【${d.cbfbm}】`,
    en: `No household ${d.cbfbm} is in the campaign`,
  })),
  stopped: problem<{ said: Text }>(409, 'extension-stopped', ({ said }) => ({
    zh: `以下农户不能办理：${said.zh}`,
    en: `Not possible for these households: ${said.en}`,
  })),
  most: problem<{ most: number }>(400, 'extension-most', (d) => ({ zh: `一次最多办理${d.most}户`, en: `At most ${d.most} households at once` })),
  nothing: problem(409, 'extension-nothing', () => ({ zh: '没有可以发起延包的农户', en: 'No household is ready to be extended' })),
}
