import mammoth from 'mammoth'
import { previewAnswering } from './answering.web.ts'

interface Paragraph {
  type: string
  alignment?: string
  styleId?: string | null
  styleName?: string | null
  children?: Paragraph[]
}
/** The name under which paragraphs in the middle of the line go through the map of styles. */
const MIDDLE = 'chengbao-middle'
/** Paragraphs in the middle of the line, such as titles without a style of their own, keep their place. */
const placed = (p: Paragraph): Paragraph => ({
  ...p,
  ...(p.children ? { children: p.children.map(placed) } : {}),
  ...(p.type === 'paragraph' && p.alignment === 'center' && !/^heading|^title/i.test(p.styleName ?? '') ? { styleId: MIDDLE, styleName: MIDDLE } : {}),
})

// a document is taken apart without any document of a browser: what comes out is markup as text, from which DocumentView takes what it knows
previewAnswering(async (arrayBuffer) => {
  const { value } = await mammoth.convertToHtml(
    { arrayBuffer },
    {
      styleMap: [`p[style-name='${MIDDLE}'] => p.middle:fresh`, 'u => u'],
      transformDocument: placed,
      externalFileAccess: false,
      includeEmbeddedStyleMap: false,
    },
  )
  return value
})
