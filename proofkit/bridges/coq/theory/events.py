"""Events, probabilities as counts, means, and the rules that hold for any events."""

TEXT = r"""Require Import Reals ZArith Lra Lia List Bool.
Require Import ProofkitPrelude.
Import ListNotations.
Open Scope R_scope.

(** * Probabilities of signs, as counts. *)

(** All lists of length k with entries from a list. *)
Fixpoint tuples {A : Type} (from : list A) (k : nat) : list (list A) :=
  match k with
  | O => nil :: nil
  | S rest => flat_map (fun x => map (cons x) (tuples from rest)) from
  end.

(** The signs of a neuron, [true] for +1 and [false] for -1, and m neurons with k signs each. *)
Definition signs (k : nat) : list (list bool) := tuples (true :: false :: nil) k.
Definition network (m k : nat) : list (list (list bool)) := tuples (signs k) m.

(** The share of the cases in which an event happens: all are equally likely, which is what
    independent and uniform signs are. *)
Definition P {A : Type} (cases : list A) (event : A -> bool) : R :=
  INR (length (filter event cases)) / INR (length cases).

(** The sum of weights with signs; weights given in groups, each with how many it has. *)
Fixpoint signed_sum (weights : list R) (y : list bool) : R :=
  match weights, y with
  | w :: weights', s :: y' => (if s then w else - w) + signed_sum weights' y'
  | _, _ => 0
  end.

Fixpoint spread (groups : list (R * nat)) : list R :=
  match groups with
  | nil => nil
  | (w, k) :: rest => repeat w k ++ spread rest
  end.

Definition above (threshold : R) (weights : list R) (y : list bool) : bool :=
  if Rlt_dec threshold (signed_sum weights y) then true else false.

Definition reaches (threshold : R) (weights : list R) (y : list bool) : bool :=
  if Rle_dec threshold (signed_sum weights y) then true else false.

Definition any {A : Type} (events : list (A -> bool)) (y : A) : bool :=
  existsb (fun event => event y) events.

(** Some, or none, of the neurons of a network makes one of the events happen. *)
Definition some {A : Type} (events : list (A -> bool)) (neurons : list A) : bool :=
  existsb (any events) neurons.
Definition none {A : Type} (events : list (A -> bool)) (neurons : list A) : bool :=
  negb (some events neurons).
Definition both {A : Type} (first second : A -> bool) (case : A) : bool :=
  first case && second case.

Fixpoint squares (weights : list R) : R :=
  match weights with
  | nil => 0
  | w :: rest => w ^ 2 + squares rest
  end.

(** Hoeffding's inequality for signs. Theorems that use it have it among their hypotheses. *)
Definition Hoeffding : Prop := forall (weights : list R) (s energy : R),
  0 <= s -> 0 < energy -> squares weights <= energy ->
  P (signs (length weights)) (reaches s weights) <= exp (- (s ^ 2) / (2 * energy)).

(** ** Means over finite lists *)

Fixpoint total {A : Type} (f : A -> R) (cases : list A) : R :=
  match cases with
  | nil => 0
  | x :: rest => f x + total f rest
  end.

Definition mean {A : Type} (cases : list A) (f : A -> R) : R :=
  total f cases / INR (length cases).

Definition one {A : Type} (event : A -> bool) (x : A) : R := if event x then 1 else 0.

Lemma P_mean : forall A (cases : list A) event, P cases event = mean cases (one event).
Proof.
  intros A cases event; unfold P, mean; f_equal; unfold one.
  induction cases as [|x rest IH]; [reflexivity|].
  cbn [filter total]; destruct (event x); [cbn [length]; rewrite S_INR|]; rewrite IH; ring.
Qed.

Lemma total_app : forall A (f : A -> R) xs ys, total f (xs ++ ys) = total f xs + total f ys.
Proof. intros A f xs ys; induction xs as [|x xs IH]; cbn; [ring | rewrite IH; ring]. Qed.

Lemma total_map : forall A B (g : A -> B) f xs, total f (map g xs) = total (fun x => f (g x)) xs.
Proof. intros A B g f xs; induction xs as [|x xs IH]; cbn; [ring | rewrite IH; ring]. Qed.

Lemma total_flat_map : forall A B (g : A -> list B) f xs,
  total f (flat_map g xs) = total (fun x => total f (g x)) xs.
Proof.
  intros A B g f xs; induction xs as [|x xs IH]; cbn; [ring|].
  rewrite total_app, IH; ring.
Qed.

Lemma total_le : forall A (f g : A -> R) xs, (forall x, f x <= g x) -> total f xs <= total g xs.
Proof.
  intros A f g xs H; induction xs as [|x xs IH]; cbn; [lra | specialize (H x); lra].
Qed.

Lemma total_ext : forall A (f g : A -> R) xs, (forall x, f x = g x) -> total f xs = total g xs.
Proof. intros A f g xs H; induction xs as [|x xs IH]; cbn; [ring | rewrite H, IH; ring]. Qed.

Lemma total_plus : forall A (f g : A -> R) xs,
  total (fun x => f x + g x) xs = total f xs + total g xs.
Proof. intros A f g xs; induction xs as [|x xs IH]; cbn; [ring | rewrite IH; ring]. Qed.

Lemma total_scale : forall A c (f : A -> R) xs, total (fun x => c * f x) xs = c * total f xs.
Proof. intros A c f xs; induction xs as [|x xs IH]; cbn; [ring | rewrite IH; ring]. Qed.

Lemma total_const : forall A c (xs : list A), total (fun _ => c) xs = INR (length xs) * c.
Proof.
  intros A c xs; induction xs as [|x xs IH]; [cbn; ring|].
  cbn [total length]; rewrite S_INR, IH; ring.
Qed.

Lemma length_tuples : forall A (xs : list A) k,
  INR (length (tuples xs k)) = INR (length xs) ^ k.
Proof.
  intros A xs k; induction k as [|k IH]; [cbn; ring|].
  cbn [tuples pow]; rewrite <- IH.
  generalize (tuples xs k) as ys; intro ys; induction xs as [|x xs IHx]; [cbn; ring|].
  cbn [flat_map]; rewrite app_length, plus_INR, map_length.
  replace (INR (length (x :: xs))) with (1 + INR (length xs))
    by (cbn [length]; rewrite S_INR; ring).
  assert (E : forall zs : list A, INR (length (flat_map (fun x => map (cons x) ys) zs))
    = INR (length zs) * INR (length ys)).
  { induction zs as [|z zs IHz]; [cbn; ring|].
    cbn [flat_map]; rewrite app_length, plus_INR, map_length, IHz.
    cbn [length]; rewrite S_INR; ring. }
  rewrite E; ring.
Qed.

Definition filled {A : Type} (xs : list A) : Prop := 0 < INR (length xs).

Lemma tuples_filled : forall A (xs : list A) k, filled xs -> filled (tuples xs k).
Proof. intros A xs k H; unfold filled; rewrite length_tuples; apply pow_lt; exact H. Qed.

Lemma signs_filled : forall k, filled (signs k).
Proof. intro k; apply tuples_filled; unfold filled; simpl; lra. Qed.

Lemma network_filled : forall m k, filled (network m k).
Proof. intros m k; apply tuples_filled, signs_filled. Qed.

Lemma mean_step : forall A (xs : list A) k f, filled xs ->
  mean (tuples xs (S k)) f = mean xs (fun x => mean (tuples xs k) (fun y => f (x :: y))).
Proof.
  intros A xs k f H; unfold mean; rewrite !length_tuples; cbn [tuples].
  rewrite total_flat_map.
  rewrite (total_ext _ _ (fun x => INR (length xs) ^ k *
    (total (fun y => f (x :: y)) (tuples xs k) / INR (length xs) ^ k))).
  - rewrite total_scale; cbn [pow]; unfold filled in H.
    assert (0 < INR (length xs) ^ k) by (apply pow_lt; exact H); field; lra.
  - intro x; rewrite total_map; unfold filled in H.
    assert (0 < INR (length xs) ^ k) by (apply pow_lt; exact H); field; lra.
Qed.

Lemma mean_le : forall A (xs : list A) f g, filled xs -> (forall x, f x <= g x) ->
  mean xs f <= mean xs g.
Proof.
  intros A xs f g H L; apply Rmult_le_compat_r;
    [left; apply Rinv_0_lt_compat; exact H | apply total_le; exact L].
Qed.

Lemma mean_ext : forall A (xs : list A) f g, (forall x, f x = g x) -> mean xs f = mean xs g.
Proof. intros A xs f g E; unfold mean; rewrite (total_ext _ f g) by exact E; reflexivity. Qed.

Lemma mean_plus : forall A (xs : list A) f g, mean xs (fun x => f x + g x) = mean xs f + mean xs g.
Proof. intros; unfold mean; rewrite total_plus; unfold Rdiv; ring. Qed.

Lemma mean_scale : forall A (xs : list A) c f, mean xs (fun x => c * f x) = c * mean xs f.
Proof. intros; unfold mean; rewrite total_scale; unfold Rdiv; ring. Qed.

Lemma mean_const : forall A (xs : list A) c, filled xs -> mean xs (fun _ => c) = c.
Proof.
  intros A xs c H; unfold mean; rewrite total_const; unfold filled in H; field; lra.
Qed.

Lemma mean_signs : forall k f,
  mean (signs (S k)) f =
  (mean (signs k) (fun y => f (true :: y)) + mean (signs k) (fun y => f (false :: y))) / 2.
Proof.
  intros k f; unfold signs; rewrite mean_step by (unfold filled; simpl; lra).
  unfold mean at 1; simpl; field.
Qed.

(** ** Rules for any events *)

Lemma P_le : forall A (xs : list A) e f, filled xs -> (forall x, e x = true -> f x = true) ->
  P xs e <= P xs f.
Proof.
  intros A xs e f H L; rewrite !P_mean; apply mean_le; [exact H|].
  intro x; unfold one; specialize (L x); destruct (e x), (f x);
    try discriminate (L eq_refl); lra.
Qed.

Lemma P_at_least_0 : forall A (xs : list A) e, filled xs -> 0 <= P xs e.
Proof.
  intros A xs e H; rewrite P_mean, <- (mean_const _ xs 0 H).
  apply mean_le; [exact H | intro x; unfold one; destruct (e x); lra].
Qed.

Lemma P_ext : forall A (xs : list A) e f, (forall x, e x = f x) -> P xs e = P xs f.
Proof.
  intros A xs e f E; rewrite !P_mean; apply mean_ext; intro x; unfold one; rewrite E; reflexivity.
Qed.

Lemma P_not : forall A (xs : list A) e, filled xs -> P xs (fun x => negb (e x)) = 1 - P xs e.
Proof.
  intros A xs e H; rewrite !P_mean.
  rewrite (mean_ext _ xs _ (fun x => 1 + (-1) * one e x)).
  - rewrite mean_plus, mean_scale, mean_const by exact H; ring.
  - intro x; unfold one; destruct (e x); cbn; ring.
Qed.

Lemma P_none : forall A (xs : list (list A)) events, filled xs ->
  P xs (none events) = 1 - P xs (some events).
Proof. intros A xs events H; apply (P_not _ xs (some events) H). Qed.

Lemma P_both : forall A (xs : list A) e f, filled xs -> P xs e + P xs f - 1 <= P xs (both e f).
Proof.
  intros A xs e f H; rewrite !P_mean; rewrite <- (mean_const _ xs 1 H) at 1.
  replace (mean xs (one e) + mean xs (one f) - mean xs (fun _ => 1))
    with (mean xs (fun x => one e x + (one f x + (-1) * 1)))
    by (rewrite !mean_plus, mean_scale; ring).
  apply mean_le; [exact H|]; intro x; unfold one, both; destruct (e x), (f x); cbn; lra.
Qed.

(** Union bound over events, and over neurons. *)
Lemma P_any : forall A (xs : list A) e rest, filled xs ->
  P xs (any (e :: rest)) <= P xs e + P xs (any rest).
Proof.
  intros A xs e rest H; rewrite !P_mean, <- mean_plus; apply mean_le; [exact H|].
  intro x; unfold one, any; cbn [existsb]; destruct (e x), (existsb _ rest); cbn; lra.
Qed.

Lemma P_any_nil : forall A (xs : list A), P xs (any nil) = 0.
Proof.
  intros A xs; unfold P, any; cbn.
  replace (filter (fun _ : A => false) xs) with (@nil A)
    by (induction xs; [reflexivity | assumption]).
  simpl; unfold Rdiv; ring.
Qed.

Lemma P_some_again : forall A (xs : list (list A)) (e : A -> bool) rest, In e rest ->
  P xs (some (e :: rest)) = P xs (some rest).
Proof.
  intros A xs e rest I; apply P_ext; intro net; unfold some.
  induction net as [|y net IH]; [reflexivity|]; cbn [existsb]; rewrite IH; f_equal.
  unfold any; cbn [existsb]; destruct (e y) eqn:E; [|reflexivity].
  symmetry; apply existsb_exists; exists e; split; assumption.
Qed.

Lemma P_some : forall A (xs : list A) events m, filled xs ->
  P (tuples xs m) (some events) <= INR m * P xs (any events).
Proof.
  intros A xs events m H; induction m as [|m IH].
  - unfold P; cbn; unfold Rdiv; lra.
  - rewrite S_INR, P_mean, mean_step by exact H.
    apply Rle_trans with
      (mean xs (fun x => one (any events) x + mean (tuples xs m) (one (some events)))).
    + apply mean_le; [exact H|]; intro x.
      assert (F := tuples_filled _ xs m H).
      rewrite <- (mean_const _ (tuples xs m) (one (any events) x) F), <- mean_plus.
      apply mean_le; [exact F|]; intro y; unfold one, some; cbn [existsb].
      destruct (any events x), (existsb _ y); cbn; lra.
    + rewrite mean_plus, mean_const, <- !P_mean by exact H; lra.
Qed.

(** Independent neurons: the shares of cases multiply. *)
Lemma P_silent : forall A (xs : list A) events m, filled xs ->
  P (tuples xs m) (none events) = (1 - P xs (any events)) ^ m.
Proof.
  intros A xs events m H; induction m as [|m IH].
  - unfold P; cbn; unfold Rdiv; field.
  - rewrite P_mean, mean_step by exact H; cbn [pow]; rewrite <- IH.
    rewrite (mean_ext _ xs _ (fun x => P (tuples xs m) (none events) *
      one (fun y => negb (any events y)) x)).
    + rewrite mean_scale, <- P_mean, P_not by exact H; ring.
    + intro x; rewrite (P_mean _ (tuples xs m)).
      rewrite (mean_ext _ (tuples xs m) _
        (fun y => one (fun z => negb (any events z)) x * one (none events) y)).
      * rewrite mean_scale; ring.
      * intro y; unfold one, none, some; cbn [existsb].
        destruct (any events x), (existsb _ y); cbn; ring.
Qed.

Lemma P_copies : forall A (xs : list A) (event : A -> bool) events m q, filled xs ->
  In event events -> q <= 1 -> q <= P xs event ->
  1 - (1 - q) ^ m <= P (tuples xs m) (some events).
Proof.
  intros A xs event events m q H I Q L.
  assert (M : P xs event <= P xs (any events)).
  { apply P_le; [exact H|]; intros x E; apply existsb_exists; exists event; split; assumption. }
  assert (N := P_none _ (tuples xs m) events (tuples_filled _ xs m H)).
  rewrite P_silent in N by exact H.
  assert (U : 0 <= 1 - P xs (any events)).
  { rewrite <- P_not by exact H; apply P_at_least_0; exact H. }
  assert ((1 - P xs (any events)) ^ m <= (1 - q) ^ m) by (apply pow_incr; lra).
  lra.
Qed.

Lemma P_at_most_1 : forall A (xs : list A) e, filled xs -> P xs e <= 1.
Proof.
  intros A xs e H; assert (N := P_not A xs e H).
  assert (L := P_at_least_0 A xs (fun x => negb (e x)) H); lra.
Qed.

(** What happens to some neuron does not happen to none. *)
Lemma some_not_none : forall A (heard silent : list (A -> bool)) neurons,
  incl heard silent -> some heard neurons = true -> none silent neurons = false.
Proof.
  intros A heard silent neurons I H; unfold none; apply Bool.negb_false_iff; unfold some in *.
  apply existsb_exists in H; destruct H as [x [X E]]; apply existsb_exists.
  exists x; split; [exact X|]; unfold any in *; apply existsb_exists in E.
  destruct E as [e [L E]]; apply existsb_exists; exists e; split; [apply I; exact L | exact E].
Qed.

Lemma P_impossible : forall A (xs : list A) e, (forall x, e x = false) -> P xs e = 0.
Proof.
  intros A xs e H; unfold P; replace (filter e xs) with (@nil A); [simpl; unfold Rdiv; ring|].
  induction xs as [|x xs IH]; [reflexivity|]; simpl; rewrite H; exact IH.
Qed.

Lemma P_never : forall A (xs : list (list A)) heard silent, incl heard silent ->
  P xs (both (some heard) (none silent)) = 0.
Proof.
  intros A xs heard silent I; apply P_impossible; intro x; unfold both.
  destruct (some heard x) eqn:E; [|reflexivity].
  rewrite (some_not_none _ _ _ _ I E); reflexivity.
Qed.

Lemma P_never_after : forall A (xs : list (list A)) heard silent, incl heard silent ->
  P xs (both (none silent) (some heard)) = 0.
Proof.
  intros A xs heard silent I; apply P_impossible; intro x; unfold both.
  destruct (some heard x) eqn:E; [|apply Bool.andb_false_r].
  rewrite (some_not_none _ _ _ _ I E); reflexivity.
Qed.
"""
