import type { Text } from '../../../kit/model/lang.ts'
import { inboxWords } from '../../../services/inbox/inbox.ts'
import { frameWords } from '../../../platform/shell/words.ts'
import { galleryWords } from './pages/gallery/words.ts'
import type { PageLoader, Pages } from '../../../kit/web/session.web.ts'
import { pages as business } from './lists/business.ts'
import { pages as develop } from '../../../services/develop/develop.web.tsx'
import { pages as expimp } from '../../../services/exchange/schemes/expimp.web.tsx'
import { pages as hjb } from '../../../packages/hjb/hjb.web.tsx'
import { progressPages as progress } from '../../../views/extension/progress.web.tsx'
import { figurePages as figures } from '../../../views/figures/figures.web.tsx'
import { boardPages } from '../../../views/boards/boards.web.tsx'
import { mailingPages } from '../../../views/mailings/mailings.web.tsx'
import { words as mobileWords } from '../../../views/mobile/words.ts'
import { pages as home } from '../../../views/home/home.web.tsx'
import { calendarPages } from '../../../services/calendar/calendar.web.tsx'
import { inboxPages } from '../../../services/inbox/inbox.web.tsx'
import { pages as imports } from '../../../services/exchange/imports/imports.web.tsx'
import { pages as land } from './lists/land.ts'
import { pages as map } from '../../../land/map/map.web.tsx'
import { pages as notice } from '../../../services/notice/notice.web.tsx'
import { pages as operations } from './lists/operations.ts'
import { pages as process } from '../../../services/process/flow.web.tsx'
import { pages as push } from '../../../outside/push/push.web.tsx'
import { pages as open } from '../../../outside/open/open.web.tsx'
import { pages as report } from '../../../services/exchange/reports/report.web.tsx'
import { pages as sms } from '../../../platform/messages/sms.web.tsx'
import { pages as sso } from '../../../platform/sso/sso.web.tsx'
import { pages as platform } from './lists/platform.ts'

const own: Pages = {
  '/info/index': () => import('./pages/Info.tsx'),
  '/myiframe/:code': () => import('./pages/Frame.tsx'),
  '/wel/dashboard': () => import('./pages/Dashboard.tsx'),
  '/develop/gallery': () => import('./pages/gallery/Gallery.tsx'),
}

/** All pages of the product: the shell's own, then one line for each slice (`...land.pages`). */
export const pages: Pages = {
  ...own,
  ...business,
  ...develop,
  ...expimp,
  ...figures,
  ...progress,
  ...home,
  ...boardPages,
  ...mailingPages,
  ...hjb,
  ...imports,
  ...land,
  ...map,
  ...notice,
  ...inboxPages,
  ...calendarPages,
  ...operations,
  ...process,
  ...push,
  ...open,
  ...report,
  ...sms,
  ...sso,
  ...platform,
}

/** Titles of pages that stand in no menu. */
export const titles: Readonly<Record<string, Text>> = {
  '/wel/index': frameWords.home,
  '/info/index': frameWords.profile,
  '/desk/inbox': inboxWords.title,
  '/desk/calendar': frameWords.calendar,
  '/desk/absence': frameWords.absence,
  '/wel/dashboard': frameWords.dashboard,
  '/develop/gallery': galleryWords.title,
  '/test/index': frameWords.dictTree,
  '/dict-horizontal/index': frameWords.dictHorizontal,
  '/dict-vertical/index': frameWords.dictVertical,
  '/mobile/index': mobileWords.title,
  '/mobile/map': mobileWords.map,
}

const patterns = Object.keys(pages)
  .filter((p) => p.includes('/:'))
  .map((p) => ({ p, re: new RegExp(`^${p.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`) }))
/** The page of a path, or undefined: the path is unknown. */
export function pageAt(path: string): PageLoader | undefined {
  return pages[path] ?? pages[patterns.find((x) => x.re.test(path))?.p ?? '']
}
