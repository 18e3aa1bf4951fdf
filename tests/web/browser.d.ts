// What is checked are the shapes of the project's own: of elements anything may be asked.

interface EventTarget {
  [name: string]: any;
}

interface ParentNode {
  querySelector(selector: string): any;
  querySelectorAll(selector: string): NodeListOf<any>;
}

declare var given: any;
declare var twoplayer: any;
declare var explorer: any;
