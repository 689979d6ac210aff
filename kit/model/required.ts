import { labelOf, type Field } from './field.ts'
import { inSentence, type Text } from './lang.ts'
import { isPicked } from './resource.ts'

/** '请输入…' or '请选择…' from kind and label, unless the field has its own words. Apart from check.ts, whose schemas a list does not need. */
export const requiredMessage = (f: Field): Text =>
  f.requiredMessage ?? {
    zh: `${isPicked(f) ? '请选择' : '请输入'}${f.label}`,
    en: `Please ${isPicked(f) ? 'select' : 'enter'} the ${inSentence(labelOf(f).en)}`,
  }
