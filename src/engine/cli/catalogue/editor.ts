import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { defaultHighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import type { Offense } from '#engine/compiler/offense.ts';
import type { Language } from '../language.ts';
import { completions } from './completions.ts';
import type { Model } from './model.ts';

/** A YAML editor that completes with the shop's own words and marks offenses. */
export function createEditor(
  parent: HTMLElement,
  text: string,
  model: Model,
  onChange: (text: string) => void,
): EditorView {
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        closeBrackets(),
        yaml(),
        syntaxHighlighting(defaultHighlightStyle),
        lintGutter(),
        autocompletion({ override: [completions(model)] }),
        keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
        EditorView.contentAttributes.of({ 'aria-label': model.words.yaml }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
}

/** Puts the offenses of the edited file under its text. */
export function markOffenses(view: EditorView, offenses: readonly Offense[], lang: Language): void {
  const { doc } = view.state;
  const at = (line: number, column: number) =>
    line > doc.lines ? doc.length : Math.min(doc.line(line).from + column - 1, doc.length);
  const diagnostics = offenses.map(
    ({ line, column, endLine, endColumn, severity, message, hint, code }): Diagnostic => {
      const from = at(line, column);
      return {
        from,
        to: Math.max(from, at(endLine, endColumn)),
        severity,
        source: code,
        message: `${message[lang]}\n${hint[lang]}`,
      };
    },
  );
  view.dispatch(setDiagnostics(view.state, diagnostics));
}
