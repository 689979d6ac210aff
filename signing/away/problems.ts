import type { Text } from '../../kit/model/lang.ts'
import { problem } from '../../kit/model/problem.ts'

/** What the delivery of a signature that was written without network refuses: each says what became of the contract meanwhile, and what to do. */
export const awayProblems = {
  notReady: problem(409, 'sign-away-not-ready', () => ({
    zh: '待签合同尚未生成，或已签署、已结束，不能带走；请刷新后再试',
    en: 'The file to be signed is not ready yet, or the signing has ended: it cannot be taken offline; reload and try again',
  })),
  signed: problem<{ signer: string; time: string }>(409, 'sign-away-signed', ({ signer, time }) => ({
    zh: `【${signer}】已于${time}在别处签署，平板上的签署不再采用；请核对后从平板删除`,
    en: `${signer} signed elsewhere at ${time}: the signature on the tablet is not accepted; check it, then remove it from the tablet`,
  })),
  over: problem<{ how: Text }>(409, 'sign-away-over', ({ how }) => ({
    zh: `该次签署已${how.zh}，平板上的签署不再采用；如需签署请重新发起，由签署人重新签名`,
    en: `This signing was ${how.en}: the signatures on the tablet are not accepted; start again and let the signers sign once more`,
  })),
  earlier: problem<{ signer: string }>(409, 'sign-away-earlier', ({ signer }) => ({
    zh: `排在前面的【${signer}】尚未签署，请先送达或办理其签署，再重新送达`,
    en: `${signer}, who comes before, has not signed yet: deliver or complete that first, then deliver this again`,
  })),
  otherFile: problem(409, 'sign-away-file', () => ({
    zh: '平板上阅读的合同与现在的待签合同不是同一文件；请重新带走，由签署人重新阅读、签名',
    en: 'The file read on the tablet does not match the one to be signed now: take it offline again and let the signer read and sign again',
  })),
  times: problem(409, 'sign-away-times', () => ({
    zh: '平板记录的时间不合理（先后颠倒、早于发起、晚于现在或核对后超过30分钟才签署），不能采用；请校准平板时间后重新签署',
    en: 'The times reported by the tablet are implausible (out of order, before the start, in the future, or signed more than half an hour after the comparison): set its clock and let the signer sign again',
  })),
}
