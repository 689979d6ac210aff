import type { Word } from '../../../kit/web/i18n.web.ts'
import type { PageCode, Pages } from '../../../kit/web/session.web.ts'
import { pages as business } from '../../../slices/business/business.web.tsx'
import { pages as develop } from '../../../slices/develop/develop.web.tsx'
import { pages as expimp } from '../../../slices/expimp/expimp.web.tsx'
import { pages as hjb } from '../../../slices/hjb/hjb.web.tsx'
import { pages as home } from '../../../slices/home/home.web.tsx'
import { pages as imports } from '../../../slices/imports/imports.web.tsx'
import { pages as land } from '../../../slices/land/land.web.tsx'
import { pages as map } from '../../../slices/map/map.web.tsx'
import { pages as notice } from '../../../slices/notice/notice.web.tsx'
import { pages as operations } from '../../../slices/operations/operations.web.tsx'
import { pages as process } from '../../../slices/process/flow.web.tsx'
import { pages as push } from '../../../slices/push/push.web.tsx'
import { pages as registry } from '../../../slices/registry/registry.web.tsx'
import { pages as report } from '../../../slices/report/report.web.tsx'
import { pages as sms } from '../../../slices/sms/sms.web.tsx'
import { pages as sso } from '../../../slices/sso/sso.web.tsx'
import { pages as system } from '../../../slices/system/system.web.tsx'

const own: Pages = {
  '/info/index': () => import('./pages/Info.tsx'),
  '/myiframe/:code': () => import('./pages/Frame.tsx'),
  '/wel/dashboard': () => import('./pages/Dashboard.tsx'),
}

/** All pages of the product: the shell's own, then one line for each slice (`...land.pages`). */
export const pages: Pages = {
  ...own,
  ...business,
  ...develop,
  ...expimp,
  ...home,
  ...hjb,
  ...imports,
  ...land,
  ...map,
  ...notice,
  ...operations,
  ...process,
  ...push,
  ...registry,
  ...report,
  ...sms,
  ...sso,
  ...system,
}

/** Titles of pages that stand in no menu. */
export const titles: Readonly<Record<string, Word>> = { '/wel/index': 'shell.home', '/info/index': 'shell.profile', '/wel/dashboard': 'shell.dashboard' }

const patterns = Object.keys(pages)
  .filter((p) => p.includes('/:'))
  .map((p) => ({ p, re: new RegExp(`^${p.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`) }))
/** The page of a path, or undefined: the path is unknown. */
export function pageAt(path: string): PageCode | undefined {
  return pages[path] ?? pages[patterns.find((x) => x.re.test(path))?.p ?? '']
}
