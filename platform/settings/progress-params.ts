// How the progress of the extension campaign is reckoned. Source: statistics.md 6.
import { both as p } from '../../kit/model/lang.ts'

const percents = { kind: 'number', group: 'business', most: 100, unit: p('%', '%') } as const
/** How much a share counts in the overall progress. */
const weight = (key: string, zh: string, en: string, usual: number) => ({
  ...percents,
  key: `extension.weight.${key}`,
  name: p(`延包总进度：${zh}权重`, `Progress of the extension: weight of ${en}`),
  meaning: p(
    `${zh}在延包总进度中的权重，各项之和不是100时按比例折算`,
    `How much the share of ${en} counts in the overall progress; weights that do not make 100 count in proportion`,
  ),
  usual,
  least: 0,
})
export const PROGRESS_PARAMS = {
  progressSurvey: weight('survey', '摸底率', 'survey', 20),
  progressPosted: weight('posted', '公示率', 'publicity', 20),
  progressSigned: weight('signed', '签订率', 'signing', 50),
  progressIssued: weight('issued', '换证率', 'certificates', 10),
  progressComplete: {
    ...percents,
    key: 'extension.complete',
    name: p('延包完成的签订率', 'When a group is complete'),
    meaning: p('签订率达到此值的村组计为完成', 'A group counts as complete from this share of signed contracts on'),
    usual: 98,
    least: 1,
  },
} as const
