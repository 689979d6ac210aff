/** What an authorised application may do, as it stands in its 授权范围. */
export const SCOPES = ['appraisal', 'notice', 'contract', 'file'] as const
export type OpenScope = (typeof SCOPES)[number]

/** The entries of a list that people typed, by comma, space or line. */
export const scopeEntries = (list: string | null | undefined): string[] => (list ?? '').split(/[,\s]+/).filter(Boolean)
