const format = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })
/** The product's time on the wire: 'yyyy-MM-dd HH:mm:ss' in Asia/Shanghai, whatever the machine's zone. */
export const localTime = (d: Date): string => format.format(d)
/** The day part, 'yyyy-MM-dd'. */
export const localDay = (d: Date): string => localTime(d).slice(0, 10)
