/** What an authorised application may do, as it stands in its 授权范围. */
export const SCOPES = ['appraisal', 'notice', 'contract', 'file'] as const
export type OpenScope = (typeof SCOPES)[number]
