import {
  type BranchAnswer,
  type CommitAnswer,
  type CommitRequest,
  HAND_OVER,
  type PicturesAnswer,
  type ReportAnswer,
  type TextsBefore,
} from '../../hand-over.ts';
import { request, requestIfThere, send } from '../api.ts';

export const fetchBranch = () => request<BranchAnswer>(HAND_OVER.branch);
export const makeCommit = (wanted: CommitRequest) => requestIfThere<CommitAnswer>(HAND_OVER.commit, wanted);

/** @param before what the changes are compared with where there is no git */
export const makeReport = (before: TextsBefore) => request<ReportAnswer>(HAND_OVER.report, { before });
export const takePictures = (before: TextsBefore) => request<PicturesAnswer>(HAND_OVER.pictures, { before });
export const fetchPictures = () => request<PicturesAnswer>(HAND_OVER.pictures);

/** Address of a picture, for as long as the page is open. */
export async function pictureAddress(name: string): Promise<string> {
  const response = await send(`${HAND_OVER.pictures}/${name}`);
  return URL.createObjectURL(await response.blob());
}
