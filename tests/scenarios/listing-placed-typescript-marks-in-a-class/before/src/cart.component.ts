import { Component, OnInit } from "@angular/core";
import { CartService } from "./cart.service";

export interface CartItem {
  id: number;
  price: number;
}

export type Currency = "EUR" | "USD";

@Component({
  selector: "app-cart",
  templateUrl: "./cart.component.html",
})
export class CartComponent implements OnInit {
  items: CartItem[] = [];
  currency: Currency = "EUR";

  constructor(private cart: CartService) {}

  ngOnInit(): void {
    this.items = this.cart.items();
  }

  /** The sum of all prices. */
  total(): number {
    return this.items.reduce((sum, item) => sum + item.price, 0);
  }

  remove(id: number): void {
    this.items = this.items.filter((item) => item.id !== id);
  }
}
