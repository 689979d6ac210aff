/** The calendar of the register, whatever the computer's own zone: yyyy-MM-dd and HH:mm:ss in Asia/Shanghai. Source: design of the wire (times). */
const inShanghai = () => new Date().toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' })
/** Today, yyyy-MM-dd. */
export const today = (): string => inShanghai().slice(0, 10)
/** Now, yyyy-MM-dd HH:mm:ss. */
export const now = (): string => inShanghai()
