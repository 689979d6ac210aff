import type { FC } from 'react'
import type { Pages } from '../../../../kit/web/session.web.ts'

const of = (pick: (m: typeof import('./cases.tsx')) => FC) => () => import('./cases.tsx').then((m) => ({ default: pick(m) }))
const publicity = (pick: (m: typeof import('../../../../business/publicity/publicity.web.tsx')) => FC) => () =>
  import('../../../../business/publicity/publicity.web.tsx').then((m) => ({ default: pick(m) }))

const citizens = (pick: (m: typeof import('../../../../outside/citizens/CitizenPages.web.tsx')) => FC) => () =>
  import('../../../../outside/citizens/CitizenPages.web.tsx').then((m) => ({ default: pick(m) }))

/** Screens of business, publicity and process configuration by menu path. Source: screens.md C1-C4, C7. */
export const pages: Pages = {
  '/citizens/inquire': citizens((m) => m.InquirePage),
  '/citizens/demand': citizens((m) => m.DemandPage),
  '/citizens/reserve': citizens((m) => m.ReservePage),
  '/citizens/policy': citizens((m) => m.PolicyPage),
  '/citizens/description': citizens((m) => m.DescriptionPage),
  '/citizens/guide': citizens((m) => m.GuidePage),
  '/business/todo': of((m) => m.Todo),
  '/business/all': of((m) => m.All),
  '/business/handled': of((m) => m.Handled),
  '/business/done': of((m) => m.Done),
  '/business/revoked': of((m) => m.Revoked),
  '/business/process-config': () => import('../../../../business/cases/web/lists/ProcessConfig.web.tsx'),
  '/desk/absence': () => import('../../../../business/cases/web/lists/AbsencePage.web.tsx'),
  '/business/work-calendar': () => import('../../../../business/cases/web/lists/WorkCalendar.web.tsx'),
  '/business/signer-auth': () => import('../../../../signing/signers/SignerAuthPage.web.tsx'),
  '/business/sign-template': () => import('../../../../signing/templates/TemplatePage.web.tsx'),
  '/business/sign-flow': () => import('../../../../signing/templates/FlowPage.web.tsx'),
  '/business/org-seal': () => import('../../../../signing/seals/SealPage.web.tsx'),
  '/business/sign-account': () => import('../../../../signing/account/AccountPage.web.tsx'),
  '/business/sign-statistics': () => import('../../../../signing/account/StatisticsPage.web.tsx'),
  '/archives/volume': () => import('../../../../business/archives/VolumePage.web.tsx'),
  '/archives/farmer': () => import('../../../../business/archives/FarmerPage.web.tsx'),
  '/archives/check': () => import('../../../../business/archives/CheckPage.web.tsx'),
  '/extension/plan': () => import('../../../../business/extension/plans/PlansPage.web.tsx'),
  '/extension/fbf': () => import('../../../../business/extension/issuers/IssuersPage.web.tsx'),
  '/extension/household': () => import('../../../../business/extension/households/HouseholdsPage.web.tsx'),
  '/extension/field': () => import('../../../../business/extension/field/FieldPage.web.tsx'),
  '/extension/device': () => import('../../../../business/extension/field/DevicesPage.web.tsx'),
  '/publicity/index': publicity((m) => m.PublicityPage),
  '/publicity/objection': publicity((m) => m.ObjectionPage),
}
