import { nameKey } from '../../kit/model/clean.ts'
import { idKey } from '../../kit/model/id-card.ts'

/** How what stands on an identity document is compared: as the register writes it, whoever typed it. */
export const plainId = (v: unknown): string => idKey(String(v ?? ''))
export const plainName = (v: unknown): string => nameKey(String(v ?? ''))
