import actionTarget from './action-target.ts';
import apiSettings from './api-settings.ts';
import blockEvent from './block-event.ts';
import blockOutdated from './block-outdated.ts';
import blockPlace from './block-place.ts';
import blockProps from './block-props.ts';
import budgetPage from './budget-page.ts';
import callArguments from './call-arguments.ts';
import callPath from './call-path.ts';
import type { Check } from './check.ts';
import conditionMixed from './condition-mixed.ts';
import conditionType from './condition-type.ts';
import configShape from './config-shape.ts';
import dataAccess from './data-access.ts';
import dataCall from './data-call.ts';
import dataCycle from './data-cycle.ts';
import dataPush from './data-push.ts';
import deadLink from './dead-link.ts';
import duplicateCall from './duplicate-call.ts';
import duplicateId from './duplicate-id.ts';
import duplicateName from './duplicate-name.ts';
import duplicatePath from './duplicate-path.ts';
import emptyZone from './empty-zone.ts';
import eventAnswer from './event-answer.ts';
import eventUnhandled from './event-unhandled.ts';
import fieldDefault from './field-default.ts';
import fieldMapping from './field-mapping.ts';
import filePlace from './file-place.ts';
import fileUnread from './file-unread.ts';
import gatedField from './gated-field.ts';
import graphqlQuery from './graphql-query.ts';
import htmlText from './html-text.ts';
import linkClosed from './link-closed.ts';
import missingOutlet from './missing-outlet.ts';
import missingTitle from './missing-title.ts';
import oddLink from './odd-link.ts';
import pageBudget from './page-budget.ts';
import pageLink from './page-link.ts';
import pathOverlap from './path-overlap.ts';
import pathShadowed from './path-shadowed.ts';
import redirectChain from './redirect-chain.ts';
import redirectLoop from './redirect-loop.ts';
import redirectPermanent from './redirect-permanent.ts';
import referenceBraces from './reference-braces.ts';
import referenceNull from './reference-null.ts';
import referenceType from './reference-type.ts';
import referenceUnknown from './reference-unknown.ts';
import rememberType from './remember-type.ts';
import roleCondition from './role-condition.ts';
import scheduleConflict from './schedule-conflict.ts';
import scheduleEnd from './schedule-end.ts';
import scheduleOrder from './schedule-order.ts';
import scheduleOver from './schedule-over.ts';
import schemaFile from './schema-file.ts';
import slotName from './slot-name.ts';
import slotOverlap from './slot-overlap.ts';
import slowPattern from './slow-pattern.ts';
import strayOutlet from './stray-outlet.ts';
import unknownBlock from './unknown-block.ts';
import unknownCall from './unknown-call.ts';
import unknownCheck from './unknown-check.ts';
import unknownEntity from './unknown-entity.ts';
import unknownRole from './unknown-role.ts';
import unknownShell from './unknown-shell.ts';
import unknownSlot from './unknown-slot.ts';
import unreachablePage from './unreachable-page.ts';
import unsafeUrl from './unsafe-url.ts';
import unusedCall from './unused-call.ts';
import unusedData from './unused-data.ts';
import unusedSlot from './unused-slot.ts';
import userAnswer from './user-answer.ts';
import yamlComment from './yaml-comment.ts';
import yamlDuplicateKey from './yaml-duplicate-key.ts';
import yamlLimits from './yaml-limits.ts';
import yamlQuotes from './yaml-quotes.ts';
import yamlSyntax from './yaml-syntax.ts';
import yamlUnsafe from './yaml-unsafe.ts';

/**
 * Every check. The compiler does not read folders, so they are listed; a test compares this list with the folder.
 */
export const CHECKS: readonly Check[] = [
  apiSettings,
  actionTarget,
  blockEvent,
  blockOutdated,
  blockPlace,
  blockProps,
  budgetPage,
  callArguments,
  callPath,
  conditionMixed,
  conditionType,
  configShape,
  dataAccess,
  dataCall,
  dataCycle,
  dataPush,
  deadLink,
  duplicateCall,
  duplicateId,
  duplicateName,
  duplicatePath,
  emptyZone,
  eventAnswer,
  eventUnhandled,
  fieldDefault,
  fieldMapping,
  filePlace,
  fileUnread,
  gatedField,
  graphqlQuery,
  htmlText,
  linkClosed,
  missingOutlet,
  missingTitle,
  oddLink,
  pageBudget,
  pageLink,
  pathOverlap,
  pathShadowed,
  redirectChain,
  redirectLoop,
  redirectPermanent,
  referenceBraces,
  referenceNull,
  referenceType,
  referenceUnknown,
  rememberType,
  roleCondition,
  scheduleConflict,
  scheduleEnd,
  scheduleOrder,
  scheduleOver,
  schemaFile,
  slotName,
  slotOverlap,
  slowPattern,
  strayOutlet,
  unknownBlock,
  unknownCall,
  unknownCheck,
  unknownEntity,
  unknownRole,
  unknownShell,
  unknownSlot,
  unreachablePage,
  unsafeUrl,
  unusedCall,
  unusedData,
  unusedSlot,
  userAnswer,
  yamlComment,
  yamlDuplicateKey,
  yamlLimits,
  yamlQuotes,
  yamlSyntax,
  yamlUnsafe,
];
