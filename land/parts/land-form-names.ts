import { both, type Text } from '../../kit/model/lang.ts'

/** The forms by name. `of`: one document an issuer, or one a household. Source: documents.md 4, 5.1, 5.6, 9.2, 11.6, 11.9. */
export const LAND_FORMS = {
  members: { title: both('家庭成员信息表', 'List of members'), of: 'issuer' },
  signing: { title: both('调查信息公示签字表', 'Survey posting to be signed'), of: 'issuer' },
  'posted-map': { title: both('承包地块公示图', 'Posted map of parcels'), of: 'issuer' },
  location: { title: both('农户承包地空间方位示意图', 'Sketch of locations'), of: 'household' },
  'real-estate': { title: both('不动产登记申请书', 'Real-estate application'), of: 'household' },
  'give-up': { title: both('自愿放弃（交回）承包地声明书', 'Declaration of giving land up'), of: 'household' },
  mandate: { title: both('代签委托书', 'Mandate to sign'), of: 'household' },
  extinct: { title: both('消亡户认定表', 'Finding of an extinct household'), of: 'household' },
  check: { title: both('农户延包抽样核查表', 'Sample check of the extension'), of: 'issuer' },
} as const satisfies Readonly<Record<string, { title: Text; of: 'issuer' | 'household' }>>
export type LandFormKey = keyof typeof LAND_FORMS
export const isLandForm = (v: unknown): v is LandFormKey => typeof v === 'string' && Object.hasOwn(LAND_FORMS, v)
