import type { Pages } from '../../../../kit/web/session.web.ts'

/** Screens of the land data and the register by menu path; each is loaded when it is first opened. */
export const pages: Pages = {
  '/land/fbf': () => import('./issuers.tsx'),
  '/land/cbf': () => import('./contractors.tsx'),
  '/land/dk': () => import('./parcels.tsx'),
  '/registry/cbht': () => import('./contracts.tsx'),
  '/registry/contract-draft': () => import('./drafts.tsx'),
  '/registry/contract-scan': () => import('../../../../land/cbht/ScanPage.web.tsx'),
  '/registry/cbjyqz': () => import('../../../../land/cbjyqz/CbjyqzPage.web.tsx'),
  '/registry/djb': () => import('./books.tsx'),
  '/registry/restriction': () => import('../../../../land/restriction/RestrictionPage.web.tsx'),
  '/registry/correction': () => import('../../../../land/correction/CorrectionPage.web.tsx'),
  '/registry/prints': () => import('../../../../land/prints/PrintRoomPage.web.tsx'),
  '/registry/lzht': () => import('../../../../land/restriction/LzhtPage.web.tsx'),
  '/registry/watch': () => import('../../../../views/watch/WatchPage.web.tsx'),
  '/registry/verify': () => import('../../../../land/djb/VerifyPage.web.tsx'),
}
