/** Values of the dictionary second_factor: off, for who sets it up, for everybody, for administrators. */
export const POLICIES = ['0', '1', '2', '3'] as const

/** Buttons over people, rights, secrets of other services, and the audit chain. Looking and exporting are not among them. */
const POWER =
  /^(?:(?:sys_user|sys_role|tenant|tenant_package|password_strategy|client|oauth_source|datasource|sms|oss|data_push_config|access_config|webhook|empower)_(?!view$|export$|plain$)[a-z]+|audit_verify)$/

/** Whether buttons make their holder an administrator: the three of a tenant, and whoever keeps the secrets of pushes and services. Source: security.md D8. */
export const administers = (perms: Iterable<string>): boolean => [...perms].some((code) => POWER.test(code))

/** Whether a tenant's policy demands an authenticator of somebody who holds these buttons. */
export const mustHaveFactor = (policy: string, perms: Iterable<string>): boolean => policy === '2' || (policy === '3' && administers(perms))
