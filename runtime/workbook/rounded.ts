/** Whether a text is a long number as sheets and tables show it, in powers of ten (5.12E+18): digits are gone, so it is nobody's code. */
export const isRounded = (v: string): boolean => /^[-+]?\d(\.\d+e\+?|e\+)\d{1,3}$/i.test(v)
