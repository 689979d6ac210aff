// How a person signs by hand: only he himself sets it, what was written stays, and an opinion shows the signature of its moment.
import { sql } from 'kysely'
import sharp from 'sharp'
import { text } from '../../kit/model/field.ts'
import { invalidField, isRefusal, problems } from '../../kit/model/problem.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { reading, route, type Route } from '../../kit/server/route.server.ts'
import { user } from '../definitions/system.ts'

const MOST_SENT = 500 * 1024
/** Dots of the picture that is kept: a signature on a form is at most 30 mm by 9 mm. */
const KEPT = { width: 360, height: 108 } as const
/** Letters of a kept picture at most; drawn in so few greys a full one has half of them. */
const MOST_KEPT = 40_000
/** Greys lighter than this are paper, darker than that ink: what a telephone's photo has of shadow goes. */
const PAPER = 200
/** Dots that a signature has at least, of a hundred dots of its picture; an empty sheet has none, a black one nearly all. */
const INK = { least: 0.2, most: 60 } as const
const NOTHING = ['图片中没有签名，请在白底上用深色笔书写', 'There is no signature in the picture: write with a dark pen on white'] as const

/** The writing of a picture (png or jpeg as data address), cut to itself and drawn anew, black on white, as PNG in base64. */
async function writingOf(sent: string): Promise<string> {
  const bad = (zh: string, en: string) => invalidField('picture', { zh, en })
  const data = /^data:image\/(?:png|jpeg);base64,([A-Za-z0-9+/=]+)$/.exec(sent)
  if (!data) throw bad('只允许上传jpg、png图片', 'Only jpg and png pictures')
  const bytes = Buffer.from(data[1]!, 'base64')
  if (bytes.length > MOST_SENT) throw problems.fileTooLarge({ kb: MOST_SENT / 1024 })
  try {
    const grey = await sharp(bytes, { limitInputPixels: 40_000_000 }).rotate().flatten({ background: '#fff' }).grayscale().toBuffer()
    const sheet = await sharp(grey).threshold(PAPER).png().toBuffer()
    // an empty sheet has nothing to cut out, which the library refuses
    const cut = await sharp(sheet).trim({ background: '#fff', threshold: 10 }).png().toBuffer()
    const dots = await sharp(cut).greyscale().raw().toBuffer()
    const ink = (100 * dots.reduce((n, d) => n + (d < 128 ? 1 : 0), 0)) / dots.length
    if (ink < INK.least || ink > INK.most) throw bad(...NOTHING)
    const picture = await sharp(cut)
      .resize({ ...KEPT, fit: 'inside', withoutEnlargement: true })
      .png({ palette: true, colours: 8 })
      .toBuffer()
    const kept = picture.toString('base64')
    if (kept.length <= MOST_KEPT) return kept
  } catch (e) {
    if (isRefusal(e)) throw e
  }
  throw bad('签名图片无法识别', 'The picture of the signature cannot be read')
}

/** Whose signature is asked for, and at which moment. */
interface SignedAt {
  userId: string
  at: string
}
/** The signatures (PNG, base64) of people as they were at a moment each; '' where somebody had none. */
export async function signaturesAt(ctx: Ctx, of: readonly SignedAt[]): Promise<string[]> {
  if (of.length === 0) return []
  const asked = JSON.stringify(of.map((o, n) => ({ n, ...o })))
  const { rows } = await sql<{ picture: string | null }>`select (select s.picture from user_signature s
      where s."tenantId" = ${ctx.who.tenantId} and s."userId" = a."userId" and s."setTime" <= a.at order by s."setTime" desc, s.id desc limit 1) as picture
    from jsonb_to_recordset(${asked}::jsonb) as a (n integer, "userId" bigint, at timestamptz) order by a.n`.execute(ctx.db)
  return rows.map((r) => r.picture ?? '')
}
const own = async (ctx: Ctx): Promise<string> => (await signaturesAt(ctx, [{ userId: ctx.who.userId, at: ctx.now }]))[0]!

const AT = `${user.path}/signature`
/** The own signature, and what takes its place; the audit is told that, and not the picture. */
export const signatureRoutes: Route[] = [
  reading('own', 'signed-in')(AT, '本人手写签名', [], async (ctx) => {
    const picture = await own(ctx)
    return { picture: picture && `data:image/png;base64,${picture}` }
  }),
  route({
    method: 'POST',
    path: AT,
    perm: 'signed-in',
    scope: 'own',
    audit: 'sys_user.signature',
    summary: '设置本人手写签名',
    answer: 'nothing',
    body: { picture: text('手写签名', { en: 'Handwritten signature', max: 700_000 }) },
    run: async (ctx, b) => {
      const picture = b.picture ? await writingOf(b.picture) : null
      await sql`insert into user_signature ("tenantId", id, "userId", picture, "setTime")
        values (${ctx.who.tenantId}, ${ctx.newId()}, ${ctx.who.userId}, ${picture}, ${ctx.now}::timestamptz)`.execute(ctx.db)
      await audit(ctx, { action: 'sys_user.signature', object: user.name, objectId: ctx.who.userId, diff: { signature: [null, picture ? 'set' : 'removed'] } })
    },
  }),
]
