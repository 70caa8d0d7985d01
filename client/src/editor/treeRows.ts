import * as vscode from 'vscode';

/** How the rows of a tree are come by. */
interface RowSource<Row extends object> {
  /** No other row of the tree has it; the same for as long as a person takes the row for the same one. As `TreeItem.id`. */
  readonly id: (row: Row) => string;
  /** The rows below one, and those at the top without one; a promise where they have to be asked for. */
  readonly below: (row: Row | undefined) => readonly Row[] | Promise<readonly Row[]>;
  readonly item: (row: Row) => vscode.TreeItem;
  /** Needed where rows are revealed. */
  readonly parent?: (row: Row) => Row | undefined;
  /** What is shown of a row besides its item, once somebody points at it. */
  readonly card?: (row: Row) => unknown;
}

/** The rows of a tree as the editor knows them. */
export interface TreeRows<Row extends object> {
  readonly onDidChangeTreeData: vscode.Event<Row[] | undefined>;
  readonly getChildren: (row?: Row) => Promise<Row[]>;
  readonly getTreeItem: (row: Row) => vscode.TreeItem;
  readonly getParent: (row: Row) => Row | undefined;
  /** Has the editor draw what is not what it shows, and nothing else. */
  readonly update: () => void;
  /** Has it draw a row that it shows in another way than it was told, as after a click on a check box. */
  readonly redraw: (row: Row) => void;
  /** The row as the editor knows it, to be revealed. */
  readonly known: (row: Row) => Row;
  readonly dispose: () => void;
}

/** What the editor was told of a row. */
interface Told<Row> {
  /** What it knows the row by. Kept up to date, as commands get it. */
  readonly row: Row;
  /** The id of the row above; undefined at the top. */
  readonly above: string | undefined;
  /** Undefined before it has asked. */
  look?: string;
}

/** The rows that it was told are below one. */
interface Level {
  readonly ids: readonly string[];
  /** How often they were compared. */
  turn: number;
}

/** Where more rows below one differ, drawing all below it is less work for the editor. */
const mostApart = 100;

/**
 * Compares what the editor was told of rows with what they are, and has it draw those that differ: one whose look changed, or
 * the one above where rows came, went or moved; the whole tree only where that happened at the top. While a row is drawn the
 * editor knows none of those below it, and a check or a drag of them goes nowhere.
 *
 * The editor knows rows by the object it got, so there is one for each id, a copy of the first that is updated in place.
 */
export function createTreeRows<Row extends object>(source: RowSource<Row>): TreeRows<Row> {
  const changed = new vscode.EventEmitter<Row[] | undefined>();
  const told = new Map<string, Told<Row>>();
  /** Removed rows included: the editor drops late answers, and then goes on with the objects it got before. */
  const objects = new Map<string, Row>();
  /** By the id of the row above; undefined at the top. */
  const levels = new Map<string | undefined, Level>();
  let updates = 0;

  const lookOf = (row: Row, item: vscode.TreeItem): string => JSON.stringify([lookOfItem(item), source.card?.(row)]);

  const known = (row: Row): Row => told.get(source.id(row))?.row ?? row;

  /** The editor asks again for what is below a row that it draws, if that is open. */
  const forgetBelow = (id: string | undefined): void => {
    const level = levels.get(id);
    levels.delete(id);
    for (const below of level?.ids ?? []) {
      // It may have been told to be below another one since.
      if (told.get(below)?.above !== id) continue;
      forgetBelow(below);
      told.delete(below);
    }
  };

  /** @returns what is to be drawn; undefined stands for the whole tree. */
  const differencesIn = (above: Row | undefined, rows: readonly Row[]): (Row | undefined)[] => {
    const id = above && source.id(above);
    const ids = levels.get(id)?.ids ?? [];
    const isSame = ids.length === rows.length && rows.every((row, at) => source.id(row) === ids[at]);
    const differences = isSame ? rows.flatMap(differencesOf) : [above];
    if (isSame && (!above || differences.length <= mostApart)) return differences;
    forgetBelow(id);
    return [above];
  };

  const differencesOf = (now: Row): (Row | undefined)[] => {
    const id = source.id(now);
    const before = told.get(id);
    if (!before) return [];
    become(before.row, now);
    const look = lookOf(before.row, source.item(before.row));
    if (before.look === undefined || before.look === look) return differencesBelow(before.row);
    before.look = look;
    forgetBelow(id);
    return [before.row];
  };

  const differencesBelow = (above: Row | undefined): (Row | undefined)[] => {
    const id = above && source.id(above);
    const level = levels.get(id);
    if (!level) return [];
    const rows = source.below(above);
    if (!(rows instanceof Promise)) return differencesIn(above, rows);
    const turn = ++level.turn;
    void rows.then((answer) => {
      // What was asked for later, or told since, is newer.
      if (levels.get(id) === level && level.turn === turn) draw(differencesIn(above, answer));
    });
    return [];
  };

  const draw = (differences: readonly (Row | undefined)[]): void => {
    const rows = differences.filter((row) => row !== undefined);
    if (rows.length < differences.length) changed.fire(undefined);
    else if (rows.length > 0) changed.fire(rows);
  };

  return {
    onDidChangeTreeData: changed.event,
    getChildren: async (above) => {
      let rows: readonly Row[];
      let asked: number;
      do {
        asked = updates;
        rows = await source.below(above);
        // What was not told yet was not compared.
      } while (asked !== updates);
      const id = above && source.id(above);
      forgetBelow(id);
      levels.set(id, { ids: rows.map(source.id), turn: 0 });
      return rows.map((now) => {
        const rowId = source.id(now);
        const row = objects.get(rowId) ?? { ...now };
        become(row, now);
        objects.set(rowId, row);
        told.set(rowId, { row, above: id });
        return row;
      });
    },
    getTreeItem: (row) => {
      const item = source.item(row);
      const one = told.get(source.id(row));
      if (one?.row === row) one.look = lookOf(row, item);
      return item;
    },
    getParent: (row) => {
      const above = source.parent?.(row);
      return above && known(above);
    },
    update: () => {
      updates++;
      draw(differencesBelow(undefined));
    },
    redraw: (row) => {
      forgetBelow(source.id(row));
      draw([known(row)]);
    },
    known,
    dispose: () => {
      changed.dispose();
    },
  };
}

/** All that is seen and heard of a row, what the menus go by, and where a click leads. */
function lookOfItem(item: vscode.TreeItem): unknown {
  const { label, description, iconPath, resourceUri, contextValue, checkboxState, accessibilityInformation, command } =
    item;
  const tooltip = item.tooltip instanceof Object ? item.tooltip.value : item.tooltip;
  // Whether a row that is there already is open is the person's business.
  const canOpen = item.collapsibleState !== vscode.TreeItemCollapsibleState.None;
  return [
    [label, description, tooltip, canOpen, contextValue],
    [plain(iconPath), plain(resourceUri), checkboxState, accessibilityInformation],
    [command?.command, command?.arguments?.map(plain)],
  ];
}

/** A URI as JSON has more in it once somebody has asked it for its path or its text. */
function plain(value: unknown): unknown {
  return isUri(value) ? value.toString() : value;
}

function isUri(value: unknown): value is vscode.Uri {
  return value instanceof Object && 'fsPath' in value;
}

function become<Row extends object>(row: Row, now: Row): void {
  for (const key of Object.keys(row)) if (!(key in now)) Reflect.deleteProperty(row, key);
  Object.assign(row, now);
}
