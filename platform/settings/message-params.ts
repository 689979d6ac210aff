// When what can wait does not leave. Why: docs/adr/0070.
import { both as p } from '../../kit/model/lang.ts'

const hour = { kind: 'number', group: 'messages', least: 0, most: 23, unit: p('点', "o'clock") } as const
export const MESSAGE_PARAMS = {
  quietFrom: {
    ...hour,
    key: 'messages.quiet.from',
    name: p('免打扰开始', 'Quiet from'),
    meaning: p(
      '从此时到免打扰结束，不急的短信、邮件等待发送；两者相同表示不设免打扰',
      'From here to the end of the quiet hours what can wait does not leave; the same twice: no quiet hours',
    ),
    usual: 21,
  },
  quietTo: {
    ...hour,
    key: 'messages.quiet.to',
    name: p('免打扰结束', 'Quiet until'),
    meaning: p('到此时发送免打扰期间等待的消息', 'What waited leaves from here on'),
    usual: 8,
  },
} as const
