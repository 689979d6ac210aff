// Every read of the register takes its day, or says here why it does not.
import { expect, test } from 'vitest'
import { composed } from '../tools/composed.ts'

const BY_VERSION = 'shows every version with its days'
const FILES = 'files of cases; what they say is in their bytes'
const CASES = 'cases and what belongs to them have their own history and no registered day'
const PACKAGES = 'a delivered package is a file of its day'
/** Reads about land that take no day, by the beginning of their path, and why. */
const WITHOUT: readonly (readonly [string, string])[] = [
  ['/openApi/appraisal/', 'appraisals of service'],
  ['/registryNotice/', 'what the registry told, each with its day of arrival'],
  ['/cpt-resource/attach/', FILES],
  ['/cpt-resource/attach-bin/', FILES],
  ['/base-dlxx/dk/history', BY_VERSION],
  ['/base-dlxx/dk/lineage', BY_VERSION],
  ...['/base-dlxx/dk/locks', '/base-qssj/cbf/locks', '/base-qssj/fbf/locks'].map((p): [string, string] => [p, 'what a form may change today']),
  ['/base-qssj/fbf/history', BY_VERSION],
  ['/base-qssj/fbf/rounds', 'what is proposed to a new contract today; a round keeps its own days, and the day since which it is recorded'],
  ['/base-qssj/fbf-plan/', 'what one person asks and another decides; a round keeps its own days'],
  ['/base-qssj/cbf/history', BY_VERSION],
  ['/base-qssj/cbht/history', BY_VERSION],
  ['/base-qssj/djb/history', BY_VERSION],
  ['/base-dlxx/dk/getDkLzStatus', 'circulation is a status of today: it follows from restrictions, which have their own days'],
  ['/dzzw/djb/life-cycle', BY_VERSION],
  ['/base-qssj/djb/verification', 'compares what is kept today'],
  ['/data/statistics/outlines', 'borders of regions are a ground of today'],
  ['/data/statistics/large', 'a wall shows what is now'],
  ['/data/board/show', 'a board shows what is now'],
  ['/watch/', 'compares what is kept today, and keeps its own days'],
  ['/base-qssj/cbjyqz/history', BY_VERSION],
  ['/base-qssj/cbjyqz/issue-list', 'what is to be handed out today'],
  ['/dzzw/print-job/', 'what was printed when, of the register as it stood then'],
  ['/dzzw/print-record/', 'what was printed when, of the register as it stood then'],
  ['/data/statistics/monthly/print', 'months of cases, which keep their own days'],
  ['/base-qssj/cert-blank/', 'papers that are left; every number keeps the day on which it was used'],
  ['/base-qssj/cert-serial/', 'papers that are used; every number keeps the day on which it was used'],
  ['/base-qssj/cbjyqz/statisticsBdcfz', 'a past day has five measures, and certificates of the real-estate registry are none of them'],
  ['/base-qssj/correction/', 'what one person asks and another decides; it says before and after itself'],
  ['/base-qssj/restriction-request/', 'what one person asks and another decides; a restriction has its own days'],
  ['/base-qssj/lzht/', 'a circulation contract keeps its own days, from and to, and no versions (docs/adr/0024)'],
  ['/base-qssj/contract-draft/', 'a contract that is not registered has no registered day'],
  ['/base-qssj/contract-scan/', 'scans that wait for a second person'],
  ['/base-qssj/cbht/upload-', 'what became of an archive of scans'],
  ['/data/dzzw-cbht/generateHtxlh', 'it gives serials'],
  ['/yzt/base-map/', 'maps of other offices'],
  ['/nhdkxx/', 'land as it lies today, which is not registered'],
  ['/yzt/layer/', 'which layers there are today; a past day is asked of the parcels themselves'],
  ['/yzt/gis-layer/', 'what is known of layers, which have no registered day'],
  ['/map/sync-info', 'versions of what the map shows today'],
  ['/yzt/image/', 'a picture is of the day on which it was taken'],
  ['/yzt/manage/', 'pictures say their own days'],
  ['/map/dk/days', BY_VERSION],
  ['/map/dk/places', 'regions as they are called today'],
  ['/map/dk/difference', 'names the two days that it compares'],
  ['/map/region/tile/', 'borders of regions are a ground of today'],
  ['/hjb/', PACKAGES],
  ['/cpt-flow/', CASES],
  ['/yw-accept/', CASES],
  ...(
    [
      'register-contract',
      'change-split',
      'change-merge',
      'change-transfer',
      'change-exchange',
      'change-contract',
      'cancel-contract',
      'correct-cbf',
      'correct-fbf',
      'renew-contract',
      'supplement-contract',
    ] as const
  ).map((name): [string, string] => [`/ywbl/${name}/detail-by-business`, CASES]),
  ['/yw-publicity/', CASES],
  ['/dzzw/publicity-print', CASES],
  ['/dzzw/contract-to-sign', CASES],
  ['/dzzw/preview-contract-draft', CASES],
  ['/dzzw/view-sign-node', CASES],
  ['/dzzw/sign-file/', FILES],
  ['/sign/', CASES],
  ['/base-qssj/cbf/unsigned', CASES],
  ['/base-qssj/cbf/heads', 'a queue of what is to be mended now'],
  ['/yb-attach/cbfattachinfo/', FILES],
  ['/yb-attach/taskinfo/', 'a plan of collecting says its own days'],
  ['/data/sign-num', 'signatures that are left'],
  ['/ybProcess/cbfBusiness/', 'the campaign is of today; its households are asked of the register at a day by their own list'],
  ['/ybProcess/field/', 'what is collected in the field has days of its own'],
  ['/ybProcess/fieldDevice/', 'a device is in use today, or not'],
  ['/ybProcess/common/progress', 'the campaign is of today'],
  ['/dzzw/population', 'ages are those of today'],
  ['/dzzw/land-book', 'it has two days of its own'],
  ['/dzzw/analyze/htqd/renew', 'the campaign is of today'],
  ['/ybProcess/contract/signedStatistics', 'how contracts are signed is no fact of the register'],
  ['/ybProcess/makingPlan/', 'a plan has its own days and steps'],
  ['/ybProcess/comment/', 'a plan has its own days and steps'],
  ['/ybProcess/fbfBusiness/', 'how far the campaign is today'],
  ['/data/page', 'how contracts are signed is no fact of the register'],
  ['/data/export/sumdata', 'how contracts are signed is no fact of the register'],
  ['/dzzw/batch-preview-contract-file', CASES],
  ['/map/dk/processing_data', CASES],
  ['/cbjyq/da/', 'a volume keeps what was filed, with the day on which it was'],
  ['/usr/', 'what citizens ask and book has days of its own'],
]
const reads = composed().routes.filter((r) => r.method === 'GET' && r.scope === 'land')
const reason = (path: string) => WITHOUT.find(([start]) => path.startsWith(start))?.[1]

test('every read about land takes a registered day or is listed with its reason', () => {
  expect(reads.length).toBeGreaterThan(80)
  expect(reads.filter((r) => !r.query?.includes('asOf') && !reason(r.path)).map((r) => r.path)).toEqual([])
})
test('no reason is left over, and none excuses a read that takes a day', () => {
  expect(WITHOUT.filter(([start]) => !reads.some((r) => r.path.startsWith(start))).map(([start]) => start)).toEqual([])
  expect(reads.filter((r) => r.query?.includes('asOf') && reason(r.path)).map((r) => r.path)).toEqual([])
})
test('what was known at a moment can be asked wherever a day can, but for figures', () => {
  expect(reads.filter((r) => r.query?.includes('asOf') && !r.query.includes('knownAt')).map((r) => r.path)).toEqual([
    '/data/statistics/home',
    '/dzzw/analyze/dk',
    '/dzzw/analyze/cbdk',
    '/dzzw/analyze',
    '/dzzw/statistics',
    '/dzzw/analyze/export',
    '/dzzw/statistics/print',
    '/dzzw/summary/print',
  ])
})
