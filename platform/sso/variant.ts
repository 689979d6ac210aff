/** What a sign-in page shows. */
export interface LoginVariant {
  /** the tenant's number is asked for where the address does not tell it */
  tenant: boolean
  /** a second tab: phone and code, where the tenant sends messages */
  phone: boolean
  /** the tenant's other services */
  sources: boolean
  /** strangers may ask for an account */
  register: boolean
}
const EVERYTHING: LoginVariant = { tenant: true, phone: true, sources: true, register: true }
/**
 * By system key (DEPLOYMENT): `sx`, a province of one tenant whose people are given their accounts; `intranet`, without phones and outside services.
 * Any other key shows everything. Source: platform.md 2 (the variant depends on a system key); what each shows is ours.
 */
const VARIANTS: Readonly<Record<string, LoginVariant>> = {
  sx: { ...EVERYTHING, tenant: false, register: false },
  intranet: { ...EVERYTHING, phone: false, sources: false },
}
/** The variant of a system key. */
export const variantOf = (key: string): LoginVariant => (Object.hasOwn(VARIANTS, key) ? VARIANTS[key]! : EVERYTHING)

/** What the step `ways` answers: the variant, narrowed to what the tenant has set up. */
export interface LoginWays extends Omit<LoginVariant, 'sources'> {
  system: string
  sources: readonly { source: string; sourceName: string }[]
}
