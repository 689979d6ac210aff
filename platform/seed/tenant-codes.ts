/** The tenant of the platform itself; only there the administrator's alias means something. */
export const PLATFORM_TENANT = '000000'
/** The second tenant of the demonstration. */
export const SECOND_TENANT = '100001'
